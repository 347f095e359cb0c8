/** Whether the faces of a tenant's cases are kept, and compared with whoever joins a watchlist. */
export interface WatchlistMonitoringView {
  tenant_id: string;
  /** Whether the faces of cases that are completed are kept, and compared with those that join a watchlist. */
  monitors: boolean;
  /**
   * By whose request that is so; null where nobody ever asked for another.
   * @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  changed_by: string | null;
  /**
   * Since when.
   * @example "2026-03-02T09:04:00.012Z"
   */
  changed_at: string | null;
}

/** What is to be kept and compared. */
export interface WatchlistMonitoringBody {
  /** Whether faces are kept and compared from now on. With false those that are kept are forgotten. */
  monitors: boolean;
}

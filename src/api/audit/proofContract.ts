/** What the log was at a moment, signed. */
export interface TreeHeadView {
  /**
   * How many events the log had.
   * @isInt tree_size
   * @example 48213
   */
  tree_size: number;
  /**
   * Hash of the tree over all of them (RFC 6962, SHA-256), lower-case hex.
   * @example "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
   */
  root_hash: string;
  /**
   * When it was signed: UTC, with milliseconds.
   * @format date-time
   * @example "2025-03-14T09:26:53.589Z"
   */
  timestamp: string;
  /** Ed25519 (RFC 8032) over the UTF-8 bytes of the RFC 8785 form of the head without this field; base64url. */
  signature: string;
}

/** Proof that an event is in the log. */
export interface InclusionView {
  /**
   * Place of the event in the tree, from 0.
   * @isInt leaf_index
   * @example 48212
   */
  leaf_index: number;
  /** What the tree says of the event: JSON in its RFC 8785 form, base64. */
  leaf: string;
  /**
   * SHA-256 over a zero byte and the bytes of the leaf, lower-case hex.
   * @example "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
   */
  leaf_hash: string;
  /**
   * The hashes beside the way from the leaf to the root, the one beside the leaf first; lower-case hex.
   * @example ["5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"]
   */
  path: string[];
}

/** Proof that nothing but further events made one tree of another. */
export interface ConsistencyView {
  /**
   * The hashes that both roots are made of, as RFC 9162 orders them; lower-case hex.
   * @example ["5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"]
   */
  path: string[];
}

/**
 * A place in the log, in decimal.
 * @pattern ^(0|[1-9][0-9]{0,17})$
 * @example "48213"
 */
export type LogPosition = string;

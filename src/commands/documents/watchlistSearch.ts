import type {
  FaceObstacle,
  FaceOnFile,
  FaceSought,
  WatchlistFinding,
  WatchlistObstacle,
} from '../../domain/cases/index.js';
import type { Mode } from '../../domain/core/mode.js';
import { roundedShare, withOwners } from '../../domain/faces/index.js';
import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import { type FaceEngine, falseMatchRate } from '../../engines/faces/faceEngine.js';
import type { Log } from '../../platform/log.js';
import { type FaceRegisters, SEARCH_THRESHOLD, searchNumbers } from '../faces/searchFaces.js';

/** What looking for faces of cases stands on. */
export interface WatchlistSearchDeps {
  engine: Pick<FaceEngine, 'faceModels'>;
  registers: FaceRegisters;
  log: Pick<Log, 'error'>;
}

/** A face of a case that is looked for. */
export interface SoughtFace {
  picture: FaceSought;
  /** Of the identity document; null of a selfie. */
  document_type: string | null;
  place: FaceOnFile;
  /** The numbers that it is compared by, or what keeps it from being compared. */
  face: Float32Array | FaceObstacle;
  /** The same by the earlier networks, where there are such. */
  earlier?: Float32Array | undefined;
}

/** Whom to look for, where, and for whom. */
export interface WatchlistSearch {
  /** Who asks. */
  tenant_id: string;
  /** Which faces of the lists are meant; live ones where it does not say. */
  mode: Mode | null | undefined;
  watchlists: readonly string[];
  sought: readonly SoughtFace[];
}

/**
 * Looks for each face in each watchlist, once. What keeps a face from being looked for is a finding, whatever it is: no case is lost for it, and
 * none is let pass.
 */
export async function searchWatchlists(
  deps: WatchlistSearchDeps,
  { sought, watchlists, ...asking }: WatchlistSearch,
): Promise<WatchlistFinding[]> {
  const findings: WatchlistFinding[] = [];
  for (const database of watchlists) {
    if (sought.length === 0) findings.push({ ...notSearched(deps, database, 'no_document'), picture: null });
    for (const one of sought) findings.push(await searchOne(deps, { ...asking, database, one }));
  }
  return findings;
}

type OneSearch = Pick<WatchlistSearch, 'tenant_id' | 'mode'> & { database: string; one: SoughtFace };

async function searchOne(
  deps: WatchlistSearchDeps,
  { tenant_id, mode, database, one: { picture, document_type, place, face, earlier } }: OneSearch,
): Promise<WatchlistFinding> {
  const about = { picture, document_type, face: place };
  const kept = (why: WatchlistObstacle): WatchlistFinding => ({ ...notSearched(deps, database, why), ...about });
  if (typeof face === 'string') return kept(face);
  const { engine, registers, log } = deps;
  try {
    const input = {
      ...{ embedding: face, earlier },
      databases: withOwners([database], tenant_id),
      top_k: 1,
      threshold: SEARCH_THRESHOLD,
    };
    const looked = await searchNumbers({ engine, ...registers }, { tenant_id, ...(mode && { mode }) }, input);
    const [best] = looked.found;
    // Of a list that is not compared wholly nobody knows that the face is not on it.
    if (!best && (looked.damaged.length > 0 || looked.waiting.length > 0)) return kept('no_register');
    const {
      compared,
      expected_false_matches: strangers,
      models: [models = engine.faceModels],
    } = looked;
    const searched = notSearched({ engine: { faceModels: models } }, database, null);
    return {
      ...{ ...searched, ...about, status: best ? 'failed' : 'passed', compared },
      similarity: best ? roundedShare(best.similarity) : null,
      expected_false_matches: strangers === null ? null : roundedShare(strangers),
      ...(best && { registration_id: best.face.registration_id }),
    };
  } catch (error) {
    if (error instanceof EngineUnavailable) return kept('no_engine');
    log.error({ err: error, database }, 'a watchlist could not be looked through for a face of a case');
    return kept('no_register');
  }
}

/** A face that was looked for in no way yet. */
const notSearched = (
  { engine: { faceModels } }: Pick<WatchlistSearchDeps, 'engine'>,
  database: string,
  why: WatchlistObstacle | null,
): WatchlistFinding => ({
  ...{ status: 'not_run', why, database, picture: null, document_type: null, face: null, similarity: null },
  ...{ threshold: SEARCH_THRESHOLD, far: falseMatchRate(SEARCH_THRESHOLD, faceModels.calibration) },
  ...{ compared: null, expected_false_matches: null, networks: faceModels.name },
});

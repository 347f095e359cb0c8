import type { BuilderSession } from '../../domain/agentBuilder/index.js';
import { buildDefinition, DEFAULT_PIPELINE } from '../../domain/agents/index.js';
import { memberTypes } from '../../domain/documentTypes/index.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';

/** An action that could come next, as it is asked for. */
export interface BuilderSuggestion {
  action: string;
  params: {
    context_id?: string;
    pipeline?: string[];
    enabled?: boolean;
    match_fields?: string[];
    min_doc_types?: number;
    deploy?: boolean;
  };
  /** Why, in a few words. */
  text: string;
}

type Types = Pick<DocumentTypeCatalog, 'resolveAll' | 'list'>;

/** Most types that are suggested at a time. */
const MOST_SUGGESTED = 5;

/** Words that goals are made of, and that say nothing of a document. */
const EMPTY_WORDS = new Set(['and', 'for', 'the', 'with', 'our', 'new', 'check', 'verification', 'verify', 'document']);

/** What could be done next at the step of a session; nothing once it is over. */
export async function suggestionsFor(types: Types, session: BuilderSession): Promise<BuilderSuggestion[]> {
  const { step, draft, cancelled } = session;
  if (cancelled) return [];
  switch (step) {
    case 'document_types':
      return fittingTypes(types, session);
    case 'pipeline': {
      const params = { pipeline: [...DEFAULT_PIPELINE] };
      return draft.pipeline ? [] : [{ action: 'set_pipeline', params, text: 'What is taken where no steps are set' }];
    }
    case 'cross_match': {
      const found = await types.resolveAll(session.tenant_id, draft.context_ids);
      const { cross_match } = buildDefinition([...found.values()], { pipeline: DEFAULT_PIPELINE });
      return [{ action: 'set_cross_match', params: { ...cross_match }, text: 'What the schemas have in common' }];
    }
    case 'review':
      return [{ action: 'build', params: { deploy: false }, text: 'The draft has all that an agent needs' }];
    default:
      return [];
  }
}

/** Types that share words with what the agent is for, those with most first. */
async function fittingTypes(types: Types, { tenant_id, draft }: BuilderSession): Promise<BuilderSuggestion[]> {
  const wanted = new Set(wordsOf(`${draft.goal ?? ''} ${draft.name ?? ''}`));
  const visible = await types.list({ tenant_id, include_global: true });
  const scored = visible
    .filter((type) => type.enabled && memberTypes(type).length === 0 && !draft.context_ids.includes(type.context_id))
    .map((type) => ({ type, score: fitOf(type, wanted) }))
    .filter(({ score }) => score > 0);
  scored.sort((one, other) => other.score - one.score || (one.type.context_id < other.type.context_id ? -1 : 1));
  return scored.slice(0, MOST_SUGGESTED).map(({ type: { context_id, display_name } }) => ({
    ...{ action: 'add_document_type', params: { context_id }, text: display_name },
  }));
}

/** How many words of what is wanted a type is called by; its own name counts more than what it is recognised by. */
function fitOf({ context_id, display_name, category, classify_hints }: KnownDocumentType, wanted: ReadonlySet<string>) {
  const shared = (text: string): number => new Set(wordsOf(text).filter((word) => wanted.has(word))).size;
  return 3 * shared(`${context_id} ${display_name}`) + shared(`${category} ${classify_hints.join(' ')}`);
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !EMPTY_WORDS.has(word));

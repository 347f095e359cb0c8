import { views } from './en/views.js';
import { editor } from './en/editor.js';
import { builder } from './en/builder.js';
import { faces } from './en/faces.js';
import { types } from './en/types.js';
import { typeExamples } from './en/typeExamples.js';
import { agents } from './en/agents.js';
import { agentForm } from './en/agentForm.js';
import { governance } from './en/governance.js';
import { files } from './en/files.js';
import { operations } from './en/operations.js';
import { audit } from './en/audit.js';
import { overview } from './en/overview.js';
import { signIn } from './en/signIn.js';
import { queue } from './en/queue.js';
import { review } from './en/review.js';
import { decide } from './en/decide.js';
import { discover } from './en/discover.js';
import { chart } from './en/chart.js';
import { palette } from './en/palette.js';
import { block } from './en/block.js';
import { file } from './en/file.js';
import { links } from './en/links.js';
import { keys } from './en/keys.js';

/** What the console says, in English. */
export const en = {
  product: 'Attest',
  signIn,
  queue,
  review,
  decide,
  discover,
  chart,
  palette,
  block,
  file,
  links,
  overview,
  audit,
  operations,
  files,
  governance,
  agents,
  agentForm,
  types,
  typeExamples,
  faces,
  builder,
  editor,
  views,
  keys,
  loading: 'Loading …',
  unreachable: 'The service does not answer. Trying again …',
  wrong: (detail: string): string => `That did not work: ${detail}`,
  changed:
    'Somebody has changed it since you saw it, so nothing was done. Look at what there is now, then do it again.',
  again: 'Try again',
};

/** The same in any language. */
export type Words = typeof en;

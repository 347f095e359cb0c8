import { signIn } from './de/signIn.js';
import { queue } from './de/queue.js';
import { review } from './de/review.js';
import { decide } from './de/decide.js';
import { discover } from './de/discover.js';
import { chart } from './de/chart.js';
import { palette } from './de/palette.js';
import { block } from './de/block.js';
import { file } from './de/file.js';
import { links } from './de/links.js';
import { keys } from './de/keys.js';
import { overview } from './de/overview.js';
import { audit } from './de/audit.js';
import { operations } from './de/operations.js';
import { files } from './de/files.js';
import { governance } from './de/governance.js';
import { agents } from './de/agents.js';
import { agentForm } from './de/agentForm.js';
import { types } from './de/types.js';
import { typeExamples } from './de/typeExamples.js';
import { faces } from './de/faces.js';
import { builder } from './de/builder.js';
import { editor } from './de/editor.js';
import { views } from './de/views.js';
import type { Words } from './en.js';

/** What the console says, in German. */
export const de: Words = {
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
  loading: 'Lädt …',
  unreachable: 'Der Dienst antwortet nicht. Neuer Versuch …',
  wrong: (detail) => `Das ging nicht: ${detail}`,
  changed:
    'Jemand hat es geändert, seit Sie es gesehen haben; darum geschah nichts. Sehen Sie an, was jetzt da ist, und versuchen Sie es noch einmal.',
  again: 'Noch einmal',
};

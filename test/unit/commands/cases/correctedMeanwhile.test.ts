import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaseCorrections } from '../../../../src/commands/cases/caseCorrections.js';
import { createCaseEnding } from '../../../../src/commands/cases/caseEnding.js';
import { caseIn, createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { createCaseReview } from '../../../../src/commands/cases/caseReview.js';
import { documentKey } from '../../../../src/commands/cases/caseUploads.js';
import { createSeenBefore } from '../../../../src/commands/cases/seenBefore.js';
import type { CommandContext } from '../../../../src/commands/core/context.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { readDefinition } from '../../../../src/domain/agents/index.js';
import { readingOf } from '../../../../src/domain/cases/caseDocument.js';
import type { RuleChecks } from '../../../../src/engines/rules/ruleChecks.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';

const TYPES = ['club_card', 'club_letter'] as const;
const DEFINITION = readDefinition({
  doc_type_map: { club_card: 'club_card', club_letter: 'club_letter' },
  cross_match: { enabled: true, match_fields: ['full_name'], min_doc_types: 2 },
});

let core: Core;
beforeAll(async () => {
  core = await openCore();
  for (const context_id of TYPES) {
    const type = { context_id, display_name: context_id, output_schema: { full_name: 'string' } };
    await createDocumentTypeCommands(core).define(anyone, { tenant_id: 'acme', ...type });
  }
});
afterAll(() => core.close());

/** A case with a card and a letter that name these people, and what happens once it was found out what they say. */
async function openCase(names: readonly [string, string]) {
  const cases = createCaseHandler(core.handler);
  let meanwhile = (): Promise<unknown> => Promise.resolve();
  const rules: Pick<RuleChecks, 'findOut'> = {
    async findOut(...asked) {
      const found = await core.rules.findOut(...asked);
      const happens = meanwhile;
      meanwhile = () => Promise.resolve();
      await happens();
      return found;
    },
  };
  const deps = {
    ...{ ...core, cases, rules, ttlMs: 60_000, definitions: () => Promise.resolve(DEFINITION) },
    documentTypes: createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels)),
    queries: createCaseQueries(core.readModels),
    seenBefore: createSeenBefore({ ...core, cases }),
    faceMatching: { find: () => Promise.resolve(undefined) },
  };
  const session_id = randomUUID();
  const at = (): string => core.clock().toISOString();
  const agent = {
    ...{ id: 'a', revision: '0', goal: 'g', name: 'G', version: '1', allow_cloud: false },
    ...{ required_types: [...TYPES], intelligence_level: 0 },
  };
  const opening = { session_id, tenant_id: 'acme', goal: 'g', client_reference_id: null, agent };
  await cases.handle(anyone, session_id, { type: 'open', opening, at: at() });
  const [card, letter] = [randomUUID(), randomUUID()];
  for (const [index, doc_id] of [card, letter].entries()) {
    const file = { filename: 'page.pdf', label: null, mime_type: 'application/pdf', expected_type: null };
    const object = { key: documentKey(session_id, doc_id), sha256: `${index}`.repeat(64), size: 4 };
    await cases.handle(anyone, session_id, {
      type: 'receive_document',
      document: { doc_id, ...file, object },
      at: at(),
    });
    const document_type = TYPES[index]!;
    const result = { ...resultFor(''), document_type, extracted: { full_name: names[index]! } };
    const reading = readingOf(result, { classification: null, step_outputs: {} });
    const outcome = { status: 'done', document_type, type_used: null, confidence: '0.98', reading, masked_fields: [] } as const; // prettier-ignore
    await cases.handle(anyone, session_id, { type: 'finish_document', doc_id, outcome: { ...outcome, masked_fields: [] }, at: at() }); // prettier-ignore
  }
  const corrections = createCaseCorrections(deps);
  return {
    ...{ card, letter },
    correct: (doc_id: string, full_name: string, context = anyone, ifRevision?: readonly bigint[]) =>
      corrections.correct(context, session_id, doc_id, { values: { full_name }, ifRevision }),
    assign: (assignee: string, context: CommandContext) => createCaseReview(deps).assign(context, session_id, assignee),
    revision: async () => (await cases.load(session_id)).revision as bigint,
    complete: async () => (await createCaseEnding(deps).complete(anyone, session_id)).value,
    theCase: async () => caseIn((await cases.load(session_id)).state),
    whenFoundOut: (happens: () => Promise<unknown>) => {
      meanwhile = happens;
    },
  };
}

const refused = { reason: 'conflict', message: expect.stringMatching(/changed while it was judged/) as string };

it('a case is never approved by what a document said before a person corrected it', async () => {
  const { letter, correct, complete, theCase, whenFoundOut } = await openCase(['Anna Berg', 'Anna Berg']);
  whenFoundOut(() => correct(letter, 'Bruno Meier'));
  await expect(complete()).rejects.toMatchObject(refused);
  expect(await theCase()).toMatchObject({ status: 'collecting', result: null });
  expect(await complete()).toMatchObject({ status: 'review', result: { cross_match: { agreed: false } } });
});

it('a case in review is never judged anew by what another document said before a person corrected that', async () => {
  const { card, letter, correct, complete, theCase, whenFoundOut } = await openCase(['Anna Berg', 'Bruno Meier']);
  await complete();
  whenFoundOut(() => correct(letter, 'Carla Roth'));
  // Beside what the letter said before, that would agree.
  await expect(correct(card, 'Bruno Meier')).rejects.toMatchObject(refused);
  expect(await theCase()).toMatchObject({ result: { cross_match: { agreed: false } } });
  await correct(card, 'Carla Roth');
  expect(await theCase()).toMatchObject({ status: 'review', result: { cross_match: { agreed: true } } });
});

it('a correction that is sent again undoes nothing that was corrected since, and is not refused for what it changed itself', async () => {
  const { card, correct, theCase, revision } = await openCase(['Anna Berg', 'Anna Berg']);
  const request = { ...anyone, command_id: randomUUID() };
  const seen = [await revision()];
  await correct(card, 'Anna Meier', request, seen);
  await correct(card, 'Bruno Meier');
  const again = await correct(card, 'Anna Meier', request, seen);
  expect(again.value.documents[0]?.extracted['full_name']).toBe('Anna Meier');
  expect((await theCase()).documents[0]).toMatchObject({
    extracted: { full_name: 'Bruno Meier' },
    corrections: [{ to: 'Anna Meier' }, { to: 'Bruno Meier' }],
  });
});

it('an assignment that is sent again undoes nothing that was assigned since', async () => {
  const { assign, theCase } = await openCase(['Anna Berg', 'Anna Berg']);
  const request = { ...anyone, command_id: randomUUID() };
  await assign('jane', request);
  await assign('bob', anyone);
  await assign('jane', request);
  expect((await theCase()).assignee).toBe('bob');
});

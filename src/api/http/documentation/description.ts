/** What the API as a whole does, for the head of the documentation. */
export const DESCRIPTION = `Document verification and face biometrics for many tenants.

**Keys.** Every request but those of the open paths carries \`X-Api-Key\`. Scopes are additive and not hierarchical: \`read\` for GET, \`write\` for POST, PUT, PATCH
and DELETE, \`admin\` for keys.

**Tenants.** A key belongs to one tenant, and sees and changes only what is that tenant's. Keys of the platform, whose \`tenant_id\` is empty, act for every tenant.

**Errors.** Every answer that is not a success is \`{ "detail": "…" }\`: one sentence that names the field.

**Limits.** 200 requests per tenant in a rolling minute unless set otherwise; 64 MiB per JSON body, nested at most 64 deep, with at most 100,000 values; 20 MiB per decoded document.

**Repeating.** POST and PATCH take an \`Idempotency-Key\`.

Unknown fields of a body are ignored, and those that are probably misspelt named in \`warnings\` of the answer where it has them; an unknown parameter of a query is 422. Nothing is coerced: \`"5"\` is no number. Timestamps are UTC with milliseconds. Lists are newest first.`;

/** What the token of a link is. */
export const TOKEN_DESCRIPTION =
  'The token of a link that was made for the customer of a case: it allows what the page of that link does, and nothing else.';

/** How keys look. */
export const KEY_DESCRIPTION =
  '`zk_<prefix>_<secret>`: 12 and 32 hex digits. Shown once, when the key is created. Keys of the older form without a prefix still work.';

/** The groups of operations, in order. */
export const TAGS = [
  {
    name: 'Agents',
    description: 'What to collect for one verification goal, how to read it, and what must agree.',
  },
  {
    name: 'Cases',
    description: 'One verification: documents are collected, read, compared, decided upon and reported.',
  },
  {
    name: 'Pipelines and executions',
    description: 'Put documents through the steps of a type or through an agent, and read what came of it.',
  },
  {
    name: 'Document types',
    description: 'What to read from one class of document, what must hold, and in which steps.',
  },
  {
    name: 'Capture',
    description:
      'Links with which customers hand in the documents of a case themselves, and what the page behind them asks.',
  },
  {
    name: 'Blocklist',
    description: 'Documents and people that a tenant does not take. What entries hold is shown to nobody.',
  },
  {
    name: 'Faces',
    description: 'Faces in pictures: compared with each other, looked at, kept in registers and found there.',
  },
  {
    name: 'Webhooks',
    description:
      'Endpoints that are told what happens in cases, how that and the outcomes of asynchronous runs were delivered, and what they are signed with.',
  },
  { name: 'Documents', description: 'What was read from the documents of all cases: find it, export it.' },
  { name: 'Search', description: 'Documents, cases and events in a query language: find, count, compare.' },
  { name: 'Simulations', description: 'What would change: past cases and documents judged by a draft.' },
  { name: 'Governance', description: 'Documents held to the rules of their type as these are now, again and again.' },
  { name: 'Analytics', description: 'Numbers over time.' },
  { name: 'Audit', description: 'Who did what, when and to what.' },
  { name: 'API keys', description: 'What callers authenticate with.' },
  { name: 'Operations', description: 'Work that failed for the last time: see it, retry it, drop it.' },
  {
    name: 'Open paths',
    description: 'Health, metrics, documentation, and what signatures are verified with; no key needed.',
  },
];

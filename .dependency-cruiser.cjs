/** Who may import whom: imports point downwards only. The house is drawn in docs/house.svg. */
const below = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    below('no-circles', 'Two files that need each other are one idea or three.', {}, { circular: true }),
    below(
      'domain-is-pure',
      'The domain imports only the domain, zod and the comparison of node:util: no clock, no ids, no I/O.',
      { path: '^src/domain/' },
      { pathNot: '^(src/domain/|node_modules/zod/|(node:)?util$)' },
    ),
    below(
      'projections-above-domain',
      'Projections know the domain and the platform, not who asks them.',
      { path: '^src/projections/' },
      { path: '^src/', pathNot: '^src/(projections|domain|platform)/' },
    ),
    below(
      'commands-above-projections',
      'Commands know what is below them, not who asks them.',
      { path: '^src/commands/' },
      { path: '^src/', pathNot: '^src/(commands|projections|domain|platform|engines)/' },
    ),
    below(
      'workers-beside-api',
      'Workers do not answer HTTP.',
      { path: '^src/workers/' },
      { path: '^src/(api|start)/' },
    ),
    below(
      'api-beside-workers',
      'The API does not do what happens later.',
      { path: '^src/api/' },
      { path: '^src/(workers|start)/' },
    ),
    below(
      'reports-above-commands',
      'Reports are made of what is stored, not of who asks for them.',
      { path: '^src/reports/' },
      { path: '^src/(api|workers|start)/' },
    ),
    below(
      'features-meet-at-their-index',
      "A feature sees another one's domain through its index alone.",
      { path: '^src/[^/]+/([^/]+)' },
      { path: '^src/domain/(?!core/)[^/]+/(?!index\\.ts$)', pathNot: '^src/domain/$1/' },
    ),
    below(
      'engines-know-no-one-above',
      'Engines look at pixels and text; they know the words of the domain and the platform.',
      { path: '^src/engines/' },
      { path: '^src/', pathNot: '^src/(engines|domain|platform)/' },
    ),
    below(
      'platform-knows-no-one',
      'The platform is the outside world; nothing of Attest is known there.',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: '^src/platform/' },
    ),
    below(
      'networks-in-engine-processes-only',
      'A crash of a native library must not take the service with it.',
      { path: '^src/', pathNot: '^src/engines/' },
      { path: 'node_modules/(onnxruntime|sharp|@napi-rs/canvas|pdfjs-dist|zxing-wasm|tesseract)' },
    ),
    below(
      'patterns-off-the-event-loop',
      'Patterns of callers are compiled and run in the thread of rules and in engine processes: they hold up nobody there.',
      { path: '^src/', pathNot: '^src/engines/(rules/ruleThread\\.ts$|documents/(validate/|pipeline\\.ts$))' },
      {
        path: ['node_modules/re2js', '^src/engines/documents/validate/validateFields\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    below('nothing-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    below(
      'only-dependencies-at-run-time',
      'The service runs on dependencies; devDependencies are for building and testing.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/api/generated/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

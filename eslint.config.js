import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const size = (maxFunction) => ({
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: maxFunction, skipBlankLines: true, skipComments: true }],
});

export default defineConfig(
  globalIgnores(['dist/', 'dist.new/', 'data/', 'coverage/', '.cache/', 'src/api/generated/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.all.json', 'web/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    rules: {
      ...size(60),
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name: one name everywhere.' },
        {
          selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
          message: 'A double cast hides a wrong type.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `const { left_out, ...rest }` is how a field is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // With noUncheckedIndexedAccess, loops over pixels and scores would be full of checks that cannot fail.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `[...text]` is how code points are counted.
      '@typescript-eslint/no-misused-spread': 'off',
      // Features add what they bring to them (`declare module`).
      '@typescript-eslint/no-empty-object-type': ['error', { allowWithName: '^(Commands|Queries)$' }],
      // Adapters are closures, not classes: their methods have no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `() => listeners.add(one)` and `() => void start()` are idioms here.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // A named row type at the call reads better than a cast behind it.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // It stands out so that nobody uses it without need: it serves an identity provider of this machine, for trying it out.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    },
  },
  { files: ['test/**', 'bench/**', 'demo/**', 'specimens/**'], rules: { ...size(400), 'no-console': 'off' } },
  // A component is a function: what it shows stands in it.
  { files: ['web/**'], rules: size(100) },
  { files: ['**/*.config.ts', 'test/support/globalSetup.ts'], rules: { 'no-restricted-syntax': 'off' } },
);

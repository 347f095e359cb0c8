/** Lint rule: `value as unknown as Type` hides a wrong type. */
const noDoubleCast = {
  create: (context) => ({
    TSAsExpression(node) {
      const { expression } = node;
      if (expression.type !== 'TSAsExpression' || expression.typeAnnotation.type !== 'TSUnknownKeyword') return;
      context.report({ node, message: 'A double cast hides a wrong type.' });
    },
  }),
};

export default { meta: { name: 'attest' }, rules: { 'no-double-cast': noDoubleCast } };

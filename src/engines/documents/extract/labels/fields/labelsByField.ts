/** Labels of one language by the name of the field they announce, separated by commas. */
export type LabelsByField = { readonly [field: string]: string };

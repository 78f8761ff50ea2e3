/** What kinds of cost are called; answers carry the words, screens translate them. */
export const costTypeWords = {
  labour: 'Labour',
  material: 'Material',
  equipment: 'Equipment',
  subcontract: 'Subcontract',
  other: 'Other',
} as const

/** Which records are written when, and by whom. */
export interface PlannedModel {
  model: string
  /** A role, or the field that names the person. */
  by: string
  /** What other records call these by: a field, or a key the file has beside the fields. */
  named?: string
  /** The link to a record of the same kind, which comes first. */
  under?: string
  /** What these fields hold until somebody changes them. */
  begins?: Readonly<Record<string, unknown>>
  /** Fields that somebody else adds afterwards: records get a history, and each value a writer who may. */
  later?: readonly { by: string; fields: readonly string[] }[]
}

/** In the order in which records need each other. */
export const recordPlan: readonly PlannedModel[] = [
  { model: 'supplier', by: 'admin', named: 'name' },
  { model: 'price_item', by: 'owner', named: 'code' },
  { model: 'recipe', by: 'member', named: 'code' },
  { model: 'recipe_component', by: 'member' },
  {
    model: 'project',
    by: 'owner',
    named: 'number',
    begins: { progress: '0' },
    later: [
      { by: 'finance', fields: ['budget_cost'] },
      { by: 'member', fields: ['progress'] },
    ],
  },
  { model: 'contact', by: 'admin' },
  { model: 'location', by: 'admin', named: 'ref', under: 'above' },
  {
    model: 'equipment',
    by: 'admin',
    named: 'number',
    begins: { state: 'ready' },
    later: [{ by: 'field_tech', fields: ['state', 'serial'] }],
  },
  { model: 'diary', by: 'author' },
  {
    model: 'snag',
    by: 'field_tech',
    begins: { status: 'open' },
    later: [
      { by: 'finance', fields: ['cost'] },
      { by: 'owner', fields: ['internal_notes'] },
      { by: 'member', fields: ['status'] },
    ],
  },
]

import type { ModelDescription } from '#contracts/model-description.ts'

/** A column that an export may take. */
export interface QuestionColumn {
  key: string
  label: string
  taken: boolean
}

/**
 * The columns of a model for an export, those that are taken in their order first: all fields of its own when nothing was
 * chosen. A column across a relation is there as long as it is taken.
 */
export function columnsTaken(
  { fields }: Pick<ModelDescription, 'fields'>,
  chosen: readonly string[] | null,
): QuestionColumn[] {
  const keys = chosen ?? fields.filter(({ system }) => !system).map(({ key }) => key)
  const labelOf = (path: string): string => {
    const [first, ...rest] = path.split('.')
    const label = fields.find(({ key }) => key === first)?.label ?? first ?? path
    return [label, ...rest].join(' › ')
  }
  return [
    ...keys.map((key) => ({ key, label: labelOf(key), taken: true })),
    ...fields
      .filter(({ key }) => !keys.includes(key))
      .map(({ key, label }) => ({ key, label, taken: false })),
  ]
}

/** What is taken once a column is put in, at the end, or left out. */
export const withColumns = (columns: readonly QuestionColumn[], key: string, on: boolean): string[] => [
  ...columns.filter((column) => column.taken && column.key !== key).map((column) => column.key),
  ...(on ? [key] : []),
]

import type { FieldDescription } from '#contracts/model-description.ts'
import type { Query } from '#contracts/query.ts'
import { useQuestions } from '#engine/data/use-questions.ts'
import { useTranslate } from '#ui/translate.ts'
import { idOf } from './field-traits.ts'

/** Ids asked about in one question. */
const atOnce = 500

interface Asked {
  target: string
  title: string
  query: Query
}

/**
 * What the records are called that values of relations name by id: for values of the past, which travel without titles.
 * Answers a value ready to be drawn; `titled(field, value)`. One question a model that is pointed to.
 */
export function useTitles(
  fields: readonly FieldDescription[],
  values: readonly Readonly<Record<string, unknown>>[],
): (field: FieldDescription, value: unknown) => unknown {
  const t = useTranslate()
  const asked = questionsFor(fields, values)
  const answers = useQuestions(asked.map(({ query }) => query))
  const names = new Map<string, string>()
  const known = new Set<string>()
  for (const { target, title, query } of asked) {
    const rows = answers.of(query)?.rows
    if (rows) known.add(`${target} ${title}`)
    for (const row of rows ?? []) {
      const name = row[title]
      if (typeof name === 'string' || typeof name === 'number')
        names.set(`${target} ${title} ${String(row['id'])}`, String(name))
    }
  }
  const one = ({ target, target_title: title }: FieldDescription, value: unknown): unknown => {
    const id = idOf(value)
    if (id === null || !target || !title) return value
    const name = names.get(`${target} ${title} ${id}`)
    const missing = known.has(`${target} ${title}`) ? t('a record that is not there') : '…'
    return { id, [title]: name ?? missing }
  }
  return (field, value) =>
    !field.target_title || value === null || value === undefined
      ? value
      : Array.isArray(value)
        ? value.map((part) => one(field, part))
        : one(field, value)
}

function questionsFor(
  fields: readonly FieldDescription[],
  values: readonly Readonly<Record<string, unknown>>[],
): Asked[] {
  const wanted = new Map<string, { target: string; title: string; ids: Set<string> }>()
  for (const { key, target, target_title: title } of fields) {
    if (!target || !title) continue
    const name = `${target} ${title}`
    const found = wanted.get(name) ?? { target, title, ids: new Set<string>() }
    for (const row of values)
      for (const value of [row[key]].flat()) {
        const id = idOf(value)
        if (id !== null) found.ids.add(id)
      }
    wanted.set(name, found)
  }
  return [...wanted.values()].flatMap(({ target, title, ids }) =>
    ids.size === 0
      ? []
      : [
          {
            target,
            title,
            query: {
              model: target,
              where: { field: 'id', op: 'in' as const, value: [...ids].toSorted().slice(0, atOnce) },
              fields: ['id', title],
              page: { size: atOnce },
            },
          },
        ],
  )
}

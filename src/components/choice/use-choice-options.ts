import { optionParts } from '#contracts/option-parts.ts'
import type { Query, Row } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useEngine } from '#engine/engine-context.tsx'
import type { ComboOption } from '#ui/combobox.tsx'
import type { ViewProps } from '../view-props.ts'
import type { choice } from './choice.definition.ts'

/** So many records are read at once and searched here; of more the server is asked for what fits. */
const most = 500
/** So many of what the server found are offered. */
const found = 50

interface ChoiceOptions {
  options: readonly ComboOption[]
  /** Set where there are more records than were read. */
  search: ((text: string) => Promise<readonly ComboOption[]>) | undefined
  /** The words of what is chosen, where it is none of the options. */
  valueLabel: string | undefined
}

/** What a choice offers, and how more is found. */
export function useChoiceOptions(
  { props, pending }: Pick<ViewProps<typeof choice>, 'props' | 'pending'>,
  value: string,
): ChoiceOptions {
  const { model: key, value_field: valueField, where, sort, options: given, details = [], first } = props
  const { ask } = useEngine()
  const model = useModel(key ?? null)
  const title = props.title ?? model.data?.title_field ?? null
  const question = (more: Partial<Query>): Query | null =>
    key && title && !pending
      ? {
          model: key,
          fields: [...new Set([valueField, title, ...details])],
          ...(where && { where }),
          sort: sort ?? [{ field: title, dir: 'asc' }],
          page: { size: most },
          ...more,
        }
      : null
  // The model says which names are the product's; those that people gave are shown as they are written.
  const names = props.translated
    ? model.data?.fields.find((field) => field.key === title)?.options
    : undefined
  const called = (text: string): string =>
    names?.map(optionParts).find((name) => name.value === text)?.label ?? text
  const answer = useQuery(question({}), { keep: true })
  const rows = answer.data?.rows ?? []
  const optionOf = (row: Row): ComboOption => ({
    value: textIn(row[valueField]),
    label: called(textIn((title && row[title]) ?? row[valueField])),
    ...(details.length > 0 && {
      detail: details
        .map((field) => textIn(row[field]))
        .filter(Boolean)
        .join(' · '),
    }),
  })
  const offered = rows.map(optionOf)
  const options = key ? inFront(first ?? [], offered) : (given ?? [])
  const isLong = Boolean(key) && rows.length >= most
  const isUnknown = isLong && value !== '' && !options.some((option) => option.value === value)
  const one = question({ where: { field: valueField, op: 'eq', value }, page: { size: 1 } })
  const named = useQuery(isUnknown ? one : null)
  const [row] = named.data?.rows ?? []
  if (!isLong) return { options, search: undefined, valueLabel: undefined }
  return {
    options,
    search: async (text) => {
      const search = text.trim()
      if (search === '') return options
      const asked = question({ search, page: { size: found } })
      return asked ? (await ask(asked)).rows.map(optionOf) : []
    },
    valueLabel: options.find((option) => option.value === value)?.label ?? (row && optionOf(row).label),
  }
}

/** Each once: what is offered first does not come again further down. */
function inFront(first: readonly ComboOption[], rest: readonly ComboOption[]): readonly ComboOption[] {
  const values = new Set(first.map(({ value }) => value))
  return first.length === 0 ? rest : [...first, ...rest.filter(({ value }) => !values.has(value))]
}

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

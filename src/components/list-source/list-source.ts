import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Query, Row, Sort, Where } from '#contracts/query.ts'

/** The records that a list, board, calendar, gallery or pivot shows, each in its own way. */
export interface ListSource {
  model: ModelDescription
  /** Conditions that all hold; empty ones are left out. */
  where: readonly (Where | null | undefined)[]
  search: string
  sort: readonly Sort[]
  /** Fields shown beside the name. */
  facts: readonly FieldDescription[]
  /** Fields needed beside those: of addresses. */
  extra: readonly string[]
  /** The moment of the past that is shown; absent: now. */
  asOf?: string | null
  /** Whether anything may be changed by dragging. */
  editable: boolean
  hrefOf(row: Row): string | undefined
  /** Opens a record; absent where nothing opens. */
  open?: ((row: Row) => void) | undefined
}

/** The question for some of the records, with all that is shown of them. */
export function listQuery(
  source: Omit<ListSource, 'hrefOf' | 'open' | 'editable'>,
  more: { where?: Where; fields?: readonly string[]; sort?: readonly Sort[]; size: number },
): Query {
  const shown = [titleField(source.model), ...source.facts].filter((field) => field !== null)
  const titles = shown.flatMap((field) =>
    field.target_title && !field.many ? [`${field.key}.${field.target_title}`] : [],
  )
  const expand = shown.filter((field) => field.target_title && field.many)
  const sort = more.sort ?? source.sort
  return {
    ...conditionsOf(source, more.where),
    fields: [
      ...new Set([...shown.map(({ key }) => key), ...titles, ...source.extra, ...(more.fields ?? [])]),
    ],
    ...(expand.length > 0 && {
      expand: Object.fromEntries(
        expand.map(({ key, target_title: title }) => [key, { fields: title ? [title] : [] }]),
      ),
    }),
    ...(sort.length > 0 && { sort: [...sort] }),
    page: { size: more.size },
  }
}

/** The conditions of a source, and one more; of the moment that it shows. */
export function conditionsOf(
  { model, where, search, asOf }: Pick<ListSource, 'model' | 'where' | 'search' | 'asOf'>,
  more?: Where,
): Pick<Query, 'model' | 'where' | 'search' | 'as_of'> {
  const all = [...where, more].filter((one): one is Where => one !== null && one !== undefined)
  const words = search.trim().slice(0, 200)
  return {
    model: model.key,
    ...(all.length === 1 && all[0] ? { where: all[0] } : all.length > 1 ? { where: { and: all } } : {}),
    ...(words && { search: words }),
    ...(asOf && { as_of: asOf }),
  }
}

/** The field that names a record, if this reader may read it. */
export const titleField = (model: ModelDescription): FieldDescription | null =>
  model.fields.find(({ key }) => key === model.title_field) ?? null

/**
 * Fields a record can be laid out by: those with a handful of values. How far something is comes first, then the other
 * choices: a link may lead to any number of records, which are no columns to begin with.
 */
export const sortingFields = (model: ModelDescription): FieldDescription[] =>
  model.fields
    .filter(
      (field) =>
        !field.system &&
        !field.many &&
        field.groupable &&
        (field.type === 'boolean' ||
          field.type === 'user' ||
          field.type === 'relation' ||
          field.options !== undefined),
    )
    .toSorted((a, b) => sortingRank(a) - sortingRank(b))

const sortingRank = ({ type, options }: FieldDescription): number =>
  type === 'status' ? 0 : options !== undefined ? 1 : 2

/** Fields that say when; the model's own before those the system keeps. */
export const dayFields = (model: ModelDescription): FieldDescription[] =>
  model.fields
    .filter(({ type }) => type === 'date' || type === 'datetime')
    .toSorted((a, b) => Number(a.system ?? false) - Number(b.system ?? false))

/** Fields with pictures. */
export const pictureFields = (model: ModelDescription): FieldDescription[] =>
  model.fields.filter(({ type }) => type === 'image')

/** The first fields that fit on a card. */
export const firstFacts = (model: ModelDescription, most = 3): FieldDescription[] =>
  model.fields
    .filter(
      ({ key, system, type }) =>
        !system &&
        key !== model.title_field &&
        !['image', 'file', 'json', 'markdown', 'long_text'].includes(type),
    )
    .slice(0, most)

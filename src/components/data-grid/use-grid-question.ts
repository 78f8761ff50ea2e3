import { useMemo } from 'react'
import type { z } from 'zod'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Sort, Where } from '#contracts/query.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { GridColumn } from './grid-columns.ts'
import { keysIn, type GridQuestion } from './grid-query.ts'

interface QuestionInput {
  props: z.output<(typeof dataGrid)['props']>
  model: ModelDescription
  columns: readonly GridColumn[]
  filters: Where | null
  words: string
  sort: readonly Sort[]
}

/** What the grid asks: the layout's conditions with what the reader narrowed and how they sort. */
export function useGridQuestion({
  props,
  model,
  columns,
  filters,
  words,
  sort,
}: QuestionInput): GridQuestion {
  const {
    where,
    filters: bound,
    search,
    expand,
    row_to: rowTo,
    row_actions: rowActions,
    tree,
    indent,
    as_of: asOf,
  } = props
  return useMemo<GridQuestion>(
    () => ({
      model: model.key,
      columns,
      where: [where, bound, filters],
      search: [search, words].filter(Boolean).join(' '),
      sort,
      expand,
      extra: extraFields(model, [
        ...keysIn(rowTo),
        // A currency across a relation is mostly one for the whole list: not worth a join for every line.
        ...columns.flatMap(({ field }) => field.currency_from ?? []),
        ...(rowActions ?? []).flatMap(({ only }) => Object.keys(only ?? {})),
        ...(tree ? [tree] : []),
        ...(indent ? [indent] : []),
      ]),
      pageSize: props.page_size,
      asOf: asOf ?? null,
    }),
    [
      model,
      columns,
      where,
      bound,
      filters,
      search,
      words,
      sort,
      expand,
      rowTo,
      rowActions,
      tree,
      indent,
      props.page_size,
      asOf,
    ],
  )
}

/** Fields asked for beside the columns, as far as this reader may read them. */
const extraFields = (model: ModelDescription, wanted: readonly string[]): string[] =>
  [...new Set([...wanted, ...(model.title_field ? [model.title_field] : [])])].filter((key) =>
    model.fields.some((field) => field.key === key),
  )

import {
  fieldPaths,
  modelKey,
  searchText,
  sort,
  urlTemplate,
  where,
  words,
} from '../props/shared-props.definition.ts'
import { z } from 'zod'

/** What every way of looking at a list takes: which records, what of them is shown, and where they lead. */
export const listSourceProps = {
  model: modelKey,
  label: words().optional(),
  where: where.optional().meta({ control: 'where', description: 'Always holds.' }),
  /** Held in addition; bind it to a filter bar: nodes.<id>.where */
  filters: where.optional(),
  search: searchText.optional(),
  sort: sort.optional(),
  /** What of a record is shown beside its name; the first fields otherwise. */
  fields: fieldPaths.optional(),
  /** Records are links: /suppliers/{id} */
  row_to: urlTemplate.optional(),
  /** Height in pixels when it does not fill the page. */
  height: z.int().min(120).max(4000).optional(),
}

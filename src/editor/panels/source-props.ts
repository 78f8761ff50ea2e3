import { wholeSchema, type SchemaPlace } from '#engine/bindings/prop-schema.ts'
import { choicePlace, controlPlace, textPlace } from '../inspector/any-place.ts'
import type { PropDescription } from '../inspector/prop-kind.ts'

const yesOrNo = wholeSchema({ type: 'boolean' })
const json = wholeSchema({})

const prop = (
  name: string,
  label: string,
  place: SchemaPlace,
  help: string | null = null,
): PropDescription => ({
  name,
  label,
  help,
  required: name === 'model',
  fallback: undefined,
  place,
})

/** The values of a source in the order they are thought of; the contract calls most of them JSON, here they have controls. */
export const sourceProps: readonly PropDescription[] = [
  prop('model', 'Model', controlPlace('model')),
  prop('where', 'Only', controlPlace('where')),
  prop('sort', 'Sorted by', controlPlace('sort')),
  prop('fields', 'Fields', controlPlace('fields'), 'All, when none is chosen.'),
  prop('single', 'One record', yesOrNo, 'Gives the first record instead of a list.'),
  prop('live', 'Live', yesOrNo, 'Changes elsewhere show without reloading.'),
  prop('search', 'Search', textPlace),
  prop('group', 'Grouped by', controlPlace('fields')),
  prop('aggregate', 'Totals', json),
  prop('expand', 'With', json, 'Related records: {"supplier": {"fields": ["name"]}}'),
  prop('page', 'Page', json, '{"size": 50}'),
  prop('total', 'Count', choicePlace(['none', 'estimate', 'exact'])),
]

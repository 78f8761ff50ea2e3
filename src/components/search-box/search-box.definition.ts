import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const searchBox = defineComponent({
  type: 'search-box',
  title: 'Search box',
  description: 'Words to search for; a grid reads them as nodes.<id>.value.',
  group: 'input',
  icon: 'search',
  version: 1,
  props: z.strictObject({
    label: words(80).default('Search'),
    placeholder: words(80).optional(),
    /** Milliseconds of rest before the search starts. */
    delay: z.int().min(0).max(2000).default(200),
  }),
  events: { changed: { title: 'Other words' } },
  exposes: { value: { title: 'The words' } },
  sample: { props: { label: 'Search suppliers' } },
})

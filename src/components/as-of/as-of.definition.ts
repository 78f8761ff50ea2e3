import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const asOf = defineComponent({
  type: 'as-of',
  title: 'As it was',
  description:
    'Chooses a moment of the past; bind a grid’s as_of to nodes.<id>.at and it shows what was there then.',
  group: 'input',
  icon: 'history',
  version: 1,
  props: z.strictObject({}),
  events: { closed: { title: 'Back to now' } },
  exposes: { at: { title: 'The moment (ISO 8601), or nothing: now' } },
  sample: { props: {} },
})

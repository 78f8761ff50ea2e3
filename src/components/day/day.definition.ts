import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const day = defineComponent({
  type: 'day',
  title: 'Day',
  description: 'A day, typed or chosen from a calendar; others read it as nodes.<id>.value.',
  group: 'input',
  icon: 'calendar',
  version: 1,
  props: z.strictObject({
    label: words(80),
    /** The day at first (2026-03-01), or always when it is bound; the day it is where the reader is when it says `today`. */
    value: z.string().max(40).nullable().optional(),
  }),
  events: { changed: { title: 'Another day was given: value' } },
  exposes: { value: { title: 'The day, or nothing' } },
  sample: { props: { label: 'Prices of', value: '2026-03-02' } },
})

import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { modelKey, recordId } from '../props/shared-props.definition.ts'

export const timeline = defineComponent({
  type: 'timeline',
  title: 'History',
  description:
    'What happened to a record: who, when, before and after; look at a version, compare, bring it back.',
  group: 'data',
  icon: 'history',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    id: recordId,
    size: z.int().min(5).max(200).default(30),
    /** Versions can be looked at, compared and brought back. */
    versions: z.boolean().default(true),
  }),
  sample: { props: { model: 'suppliers', id: 'sample-suppliers-1' } },
})

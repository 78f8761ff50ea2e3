import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const screenPart = defineComponent({
  type: 'screen-part',
  title: 'Screen within',
  description: 'Another layout drawn in this place: which one may depend on what is shown.',
  group: 'layout',
  icon: 'layout',
  version: 1,
  props: z.strictObject({
    /** Key of the layout, mostly bound: sources.node.node_type.page */
    layout: z.string().max(120).nullable(),
    /** Key of the layout where there is none, or the one named is not there. */
    otherwise: z.string().min(1).max(120),
    /** What the layout is given. */
    params: z.record(z.string(), z.json()).default({}),
  }),
  sample: { props: { layout: null, otherwise: 'hierarchy-kinds', params: { hierarchy: 'sample-1' } } },
})

import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, modelKey, words } from '../props/shared-props.definition.ts'

export const modelTiles = defineComponent({
  type: 'model-tiles',
  title: 'Tiles of models',
  description:
    'A tile for each of these models: those this layout names come first, then those with a screen or those one works with; the rest opens in place.',
  group: 'data',
  icon: 'grid',
  version: 1,
  props: z.strictObject({
    label: words(),
    /** The models, mostly bound: `sources.models`. */
    models: z
      .array(z.looseObject({ key: modelKey, label: z.string(), icon: icon.nullable().optional() }))
      .max(500)
      .default([]),
    /** Keys of the models that stand before all others, in this order. */
    first: z.array(modelKey).max(60).default([]),
    /** What follows them: models with a screen in the order of the navigation, those one worked on most lately, or by name. */
    order: z.enum(['screens', 'used', 'name']).default('screens'),
    /** How many stand there at once; the others are one press away. */
    limit: z.int().min(1).max(60).default(12),
    /** Narrowest tile in pixels. */
    min_width: z.int().min(120).max(800).default(160),
  }),
  slots: { item: { title: 'One model; `item` and `index` are in scope' } },
  sample: {
    props: {
      label: 'Models',
      models: [
        { key: 'suppliers', label: 'Suppliers', icon: 'truck' },
        { key: 'materials', label: 'Materials', icon: 'package' },
      ],
    },
    slots: {
      item: [
        {
          component: 'stat',
          props: { label: { '=': 'item.label' }, model: { '=': 'item.key' }, opens_list: true },
        },
      ],
    },
  },
})

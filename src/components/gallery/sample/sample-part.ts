import { must } from '#base/assert.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { definitionOf, describeComponent } from '../../definitions.ts'

const layout = layoutSchema.parse({
  schema: 1,
  key: 'sample.part',
  title: 'Room',
  nodes: { root: { component: 'text', v: 1, props: { text: 'What is shown of a room.' } } },
  root: 'root',
})

/** The layout that a screen within draws in the gallery, or what its components are. */
export const samplePart = (components: boolean): Response =>
  Response.json(
    components
      ? [describeComponent(must(definitionOf('text')))]
      : { id: 'sample', layout, expressions: {}, origin: 'stock', version_id: null, draft: false },
  )

import { componentTypes } from '#contracts/walk-layout.ts'
import { loadPartsFor } from '../bindings/expression-parts.ts'
import type { Engine } from '../engine-context.tsx'
import { preloadViews } from '../registry/component-registry.ts'
import type { LayoutDocument } from './layout-document.ts'

/**
 * Fetches a layout by id or key with the descriptions of its components, in parallel (C-04). Rejects with `ApiError`,
 * 404 for a layout that is not there.
 */
export async function readLayout(
  { api, views }: Pick<Engine, 'api' | 'views'>,
  id: string,
): Promise<LayoutDocument> {
  const layout = api.call('GET /api/layouts/{id}', { params: { id } })
  const [answer, described] = await Promise.all([
    // The code of what the layout draws comes while the descriptions are still on their way.
    layout.then((answer) => {
      preloadViews(views, componentTypes(answer.layout))
      return answer
    }),
    api.call('GET /api/layouts/{id}/components', { params: { id } }),
  ])
  await loadPartsFor(answer.expressions)
  return {
    layout: answer.layout,
    expressions: answer.expressions,
    components: Object.fromEntries(described.map((description) => [description.type, description])),
    productWords: answer.product_words,
  }
}

import type { Draft } from '#contracts/api/drafts.ts'
import type { ComponentDescription } from '#contracts/component.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { LayoutAnswer } from '#contracts/layout-answer.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { ApiError } from '#engine/data/api-error.ts'

/** Everything the editor starts with. */
export interface EditedLayout {
  answer: LayoutAnswer
  components: Record<string, ComponentDescription>
  expressions: Readonly<Record<string, ExpressionTree>>
  /** Null while nothing waits for a release. */
  draft: Draft | null
}

/** Reads a layout for editing, its draft first, with the descriptions of all components. Rejects with `ApiError`: 403, 404. */
export async function readEditedLayout(api: ApiClient, id: string): Promise<EditedLayout> {
  const [answer, described] = await Promise.all([
    api.call('GET /api/layouts/{id}', { params: { id }, search: { draft: '1' } }),
    api.call('GET /api/components'),
  ])
  return {
    answer,
    expressions: answer.expressions,
    components: Object.fromEntries(described.map((component) => [component.type, component])),
    draft: answer.draft ? await readDraft(api, answer.layout.key) : null,
  }
}

async function readDraft(api: ApiClient, key: string): Promise<Draft | null> {
  try {
    return await api.call('GET /api/drafts/{kind}/{key}', { params: { kind: 'layout', key } })
  } catch (error) {
    // Thrown away by somebody else between the two questions.
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

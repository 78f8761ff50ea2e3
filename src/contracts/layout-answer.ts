import type { ExpressionTree } from './expression.ts'
import type { Layout } from './layout.ts'

/** What `GET /api/layouts/{id}` answers: the layout and the trees of every expression in it, by the expression's text. */
export interface LayoutAnswer {
  id: string
  layout: Layout
  expressions: Record<string, ExpressionTree>
  origin: 'stock' | 'customised' | 'own'
}

/** What `POST /api/route-access/check` answers. */
export interface RouteAccess {
  hasAccess: boolean
  reason: string
}

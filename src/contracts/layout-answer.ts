import type { ExpressionTree } from './expression.ts'
import type { Layout } from './layout.ts'

/** What `GET /api/layouts/{id}` answers: the layout and the trees of every expression in it, by the expression's text. */
export interface LayoutAnswer {
  id: string
  layout: Layout
  expressions: Record<string, ExpressionTree>
  origin: 'stock' | 'customised' | 'own'
  /**
   * Of a workspace's own or changed screen: the words in it that the product wrote, by node (`''`: the title). They are shown
   * in the reader's language, all others as they are. Absent: all are the product's.
   */
  product_words?: Record<string, string[]>
  /** The released version this is or began with; null for shipped layouts. */
  version_id: string | null
  /** Whether this is a draft that is not released. */
  draft: boolean
}

/** One line of `GET /api/layouts`. `version_id` is null for shipped ones and for drafts that were never released. */
export interface LayoutSummary {
  id: string
  key: string
  title: string
  origin: 'stock' | 'customised' | 'own'
  /** Whether a draft waits; always false for those who may not see drafts. */
  draft: boolean
  version_id: string | null
  updated_at: string | null
}

/** What `POST /api/route-access/check` answers. */
export interface RouteAccess {
  hasAccess: boolean
  /** `allowed` · `role_not_allowed` · `no_route`: there is none, or it may not be known that there is one · `check_failed`. */
  reason: string
  /** With `role_not_allowed`: what the screen is called. */
  screen?: { title: string; icon: string | null }
  /** With `role_not_allowed`: names of people who can give access. */
  admins?: string[]
}

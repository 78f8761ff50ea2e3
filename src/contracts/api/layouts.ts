import { z } from 'zod'
import type { ComponentDescription } from '../component.ts'
import type { LayoutAnswer, LayoutSummary } from '../layout-answer.ts'
import { defineEndpoint } from './endpoint.ts'

const layoutParams = z.strictObject({ id: z.string().min(1).max(80) })

export const listLayouts = defineEndpoint({
  method: 'GET',
  path: '/api/layouts',
  summary: 'Every layout: shipped, changed, own, and drafts for those who manage layouts',
  access: 'tenant',
  answer: z.custom<{ rows: LayoutSummary[]; page: { size: number; after: string | null } }>(),
})

export const readLayout = defineEndpoint({
  method: 'GET',
  path: '/api/layouts/{id}',
  summary: "A layout by id or key, with its expressions parsed; with draft=1 the editors' draft",
  access: 'tenant',
  params: layoutParams,
  search: z.strictObject({ draft: z.enum(['0', '1']).default('0') }),
  answer: z.custom<LayoutAnswer>(),
  errors: ['forbidden'],
})

export const readLayoutComponents = defineEndpoint({
  method: 'GET',
  path: '/api/layouts/{id}/components',
  summary: 'The definitions of the components a layout uses',
  access: 'tenant',
  params: layoutParams,
  search: z.strictObject({ draft: z.enum(['0', '1']).default('0') }),
  answer: z.custom<ComponentDescription[]>(),
})

/** Gives a customised layout back to the shipped one; an own layout is gone. */
export const deleteLayout = defineEndpoint({
  method: 'DELETE',
  path: '/api/layouts/{id}',
  summary: 'Delete a layout; a shipped one of the same key shows again',
  access: 'tenant',
  params: layoutParams,
  status: 204,
  errors: ['forbidden', 'in_use'],
})

export const listComponents = defineEndpoint({
  method: 'GET',
  path: '/api/components',
  summary: 'The definitions of all components',
  access: 'user',
  answer: z.custom<ComponentDescription[]>(),
})

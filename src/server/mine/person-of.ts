import type { Caller } from '../database/in-tenant.ts'

/** Whose records are asked for: in a preview, those of whom one looks as; null where that is a mere role. */
export const personOf = ({ preview, userId }: Caller): string | null => (preview ? preview.userId : userId)

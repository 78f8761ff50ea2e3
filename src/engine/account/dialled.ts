/** A number as people dial it; the service keeps it without the `+`. Null for none. */
export const dialled = (phone: string | undefined): string | null =>
  phone ? `+${phone.replace(/^\+/, '')}` : null

/** Key of the stored session: it names the origin, so that a session of one backend is never sent to another (C-01). */
export const sessionKey = (origin: string): string => `formwork-session@${origin}`

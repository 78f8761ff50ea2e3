/** A place in the workspace as a workflow names it; anything that would lead elsewhere is no link. */
export const safeLink = (link: string): string => (/^\/(?![/\\])[^\s\\]*$/.test(link) ? link : '')

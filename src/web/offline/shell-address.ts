// What is not a page of the application: the API and the services beside it, public pages of other people's workspaces, and
// signing in, which needs the server in any case.
const notOurs = /^\/(?:api|p|auth|storage|realtime|rest|functions|assets)(?:\/|$)/

/** Whether a place is a page that the shell draws, and so can be opened without a connection. */
export const isShellAddress = ({ pathname }: Pick<URL, 'pathname'>): boolean => !notOurs.test(pathname)

/** What the sign-in service said in the address it sent the browser back to: in the fragment, or for PKCE in the query. */
export function linkProblem(
  search: string,
  hash: string,
): { code: string; message: string; status: number } | null {
  for (const part of [hash.replace(/^#/, ''), search]) {
    const given = new URLSearchParams(part)
    const code = given.get('error_code') ?? given.get('error')
    // The description is text from an address: never shown, only its code is looked up.
    if (code) return { code, message: '', status: 400 }
  }
  return null
}

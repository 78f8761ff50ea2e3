import Papa from 'papaparse'
import { inviteWriteSchema, type InviteLine } from '#contracts/invite.ts'
import type { Role } from '#contracts/role.ts'

/** What is known of a workspace when a list of people to invite is read. */
export interface InviteGround {
  roles: ReadonlyMap<string, Role>
  /** Addresses of members, in lower case. */
  members: ReadonlySet<string>
  mayGive: (role: string) => boolean
}

const emailWords = new Set(['email', 'e-mail', 'mail', 'address', 'adresse', 'e-mail-adresse'])
const roleWords = new Set(['role', 'rolle'])
const plain = (text: string | undefined): string => (text ?? '').trim().toLowerCase()

/**
 * Reads people to invite from CSV or lines: an address each, and a role by key or name. A first line may name the columns;
 * otherwise the address comes first. Answers every line with what is wrong with it, numbered as in the text.
 */
export function readInviteList(text: string, ground: InviteGround): InviteLine[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: separatorOf(text) })
  const head = (data[0] ?? []).map(plain)
  const named = head.some((word) => emailWords.has(word))
  const at = {
    email: named ? head.findIndex((word) => emailWords.has(word)) : 0,
    role: named ? head.findIndex((word) => roleWords.has(word)) : 1,
  }
  const keys = new Map([...ground.roles.values()].map(({ key, label }) => [plain(label), key]))
  const seen = new Set<string>()
  return data.flatMap((cells, index): InviteLine[] => {
    if ((named && index === 0) || cells.every((cell) => cell.trim() === '')) return []
    const word = plain(cells[at.role])
    const role = word === '' ? 'member' : ground.roles.has(word) ? word : (keys.get(word) ?? null)
    const email = plain(cells[at.email])
    const problem = problemOf(email, role, seen, ground)
    seen.add(email)
    return [{ line: index + 1, email, role: role ?? word, problem }]
  })
}

// A list may be one line long, too short for a guess: what stands in it most often separates.
const separatorOf = (text: string): string =>
  [',', ';', '\t', '|'].toSorted((a, b) => text.split(b).length - text.split(a).length)[0] ?? ','

function problemOf(
  email: string,
  role: string | null,
  seen: ReadonlySet<string>,
  { members, mayGive }: InviteGround,
): string | null {
  if (!inviteWriteSchema.safeParse({ email }).success) return 'This is no mail address.'
  if (role === null) return 'There is no such role.'
  if (seen.has(email)) return 'This address is there twice.'
  if (members.has(email)) return 'This person is a member already.'
  return mayGive(role) ? null : 'You cannot give a role that may more than your own.'
}

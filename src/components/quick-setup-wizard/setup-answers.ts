/** What the wizard was told. */
export interface Answers {
  trade: string | null
  /** Keys of the starter models. */
  manage: string[]
  people: { email: string; role: 'admin' | 'member' }[]
}

export const emptyAnswers: Answers = { trade: null, manage: [], people: [{ email: '', role: 'member' }] }

/** The lines that hold an address, each address once. */
export function peopleToInvite({ people }: Answers): Answers['people'] {
  const byAddress = new Map(people.map(({ email, role }) => [email.trim().toLowerCase(), role]))
  return [...byAddress].filter(([email]) => email.includes('@')).map(([email, role]) => ({ email, role }))
}

import { must } from '#base/assert.ts'

/**
 * Makes something whose address is shown once. Where it was made before and the address was lost with the answer, nobody
 * knows it: that one is taken back for one that is known.
 */
export async function askShownOnce(
  make: () => Promise<{ id: string; url?: string | undefined }>,
  takeBack: (id: string) => Promise<unknown>,
): Promise<string> {
  const made = await make()
  if (made.url !== undefined) return made.url
  await takeBack(made.id)
  return must((await make()).url, 'what was just made has an address')
}

import { expect, it } from 'vitest'
import { allCommands } from './all-commands.ts'

it('a command that changes no records says that it only reads, so that nobody waits for it', () => {
  const silent = allCommands.filter(({ changes, reads }) => changes.length === 0 && !reads)
  // The files that they make stay until they were fetched.
  expect(silent.map(({ name }) => name)).toEqual(['bim.export-bcf', 'recipe.export-file'])
})

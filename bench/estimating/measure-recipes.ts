// `npm run bench:recipes`: prices and explains all 2,305 recipes of the Indonesian norms (../shared/data/cost, made-up prices),
// ROUNDS times (5), and says how long each round took. Nothing fails on a time: people read them.
// 2026-11-22, 2 shared cores, Node 20.20: 14,036 leaves in 294 ms the first time, 121 to 172 ms after it; explained in 39 to 56 ms.
import { cpus } from 'node:os'
import { expandRecipe } from '#estimating/expand-recipe.ts'
import { explainPrice } from '#estimating/explain-price.ts'
import { ahspFiles, readAhspRecipes } from '../../tests/support/ahsp-recipes.ts'
import { hasSharedData } from '../../tests/support/read-shared-csv.ts'

if (!hasSharedData(...ahspFiles)) {
  console.log(`skipped: ${ahspFiles.join(', ')} are not in ../shared/data`)
} else measure()

function measure(): void {
  const { recipes, prices, versions } = readAhspRecipes()
  const leaves = versions.reduce((sum, { components }) => sum + components.length, 0)
  console.log(`${versions.length} recipes, ${leaves} leaves, ${cpus().length} cores, Node ${process.version}`)
  const cent = { digits: 2, mode: 'half_up' } as const
  const rounding = { coefficient: null, amount: cent, rate: cent }
  for (let round = 1; round <= Number(process.env['ROUNDS'] ?? 5); round++) {
    const begun = performance.now()
    const trees = versions.map((recipeVersion) =>
      expandRecipe({
        recipes,
        prices,
        recipeVersion,
        quantity: '10',
        currency: 'IDR',
        date: '2026-01-01',
        rounding,
      }),
    )
    const expanded = performance.now()
    const rows = trees.reduce((sum, tree) => sum + explainPrice(tree, 'en').length, 0)
    const explained = performance.now()
    const [first, second] = [expanded - begun, explained - expanded].map((ms) => ms.toFixed(0))
    console.log(`round ${round}: expanded in ${first} ms, ${rows} rows of explanation in ${second} ms`)
  }
}

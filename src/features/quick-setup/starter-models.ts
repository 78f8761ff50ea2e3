import { starterModelSchema, tradeSchema, type StarterModel, type Trade } from '#contracts/api/quick-setup.ts'
import changeOrders from './starter-models/change-orders.json' with { type: 'json' }
import customers from './starter-models/customers.json' with { type: 'json' }
import equipment from './starter-models/equipment.json' with { type: 'json' }
import inspections from './starter-models/inspections.json' with { type: 'json' }
import invoices from './starter-models/invoices.json' with { type: 'json' }
import orders from './starter-models/orders.json' with { type: 'json' }
import people from './starter-models/people.json' with { type: 'json' }
import priceBook from './starter-models/price-book.json' with { type: 'json' }
import projects from './starter-models/projects.json' with { type: 'json' }
import quotes from './starter-models/quotes.json' with { type: 'json' }
import siteDiary from './starter-models/site-diary.json' with { type: 'json' }
import snags from './starter-models/snags.json' with { type: 'json' }
import stock from './starter-models/stock.json' with { type: 'json' }
import subcontractors from './starter-models/subcontractors.json' with { type: 'json' }
import suppliers from './starter-models/suppliers.json' with { type: 'json' }
import timeSheets from './starter-models/time-sheets.json' with { type: 'json' }
import tradeList from './trades.json' with { type: 'json' }

/** The things a company may want to manage, in the order they are offered. */
export const starterModels: readonly StarterModel[] = [
  priceBook,
  suppliers,
  customers,
  projects,
  quotes,
  equipment,
  siteDiary,
  snags,
  people,
  timeSheets,
  orders,
  stock,
  subcontractors,
  changeOrders,
  inspections,
  invoices,
].map((model) => starterModelSchema.parse(model))

/** The trades, with what they usually manage and their own words for it. */
export const trades: readonly Trade[] = tradeList.map((trade) => tradeSchema.parse(trade))

import { percentOf, toCents, type Cents } from './money.ts';

/**
 * Iowa's real estate transfer tax: $0.80 for each $500, or part of it, of the price above its first $500
 * (Iowa Code 428A.1; rate since July 1, 1991).
 */
export function iowaTransferTax(price: Cents): Cents {
  return Math.ceil(Math.max(0, price - 50_000) / 50_000) * 80;
}

/** A sale, as far as its costs depend on it. */
export interface Sale {
  price: Cents;
  /** What is still owed on mortgages and liens. */
  payoff: Cents;
  /** All commissions together, in percent of the price. Negotiable. */
  commission: number;
  /** Abstract, title opinion, recording and closing. */
  title: Cents;
  taxYear: Cents;
  /** Months of property tax the seller owes at closing: Iowa's are paid afterwards. */
  taxMonths: number;
  /** What the seller pays of the buyer's costs. */
  concessions: Cents;
  /** Repairs, cleaning, a home warranty. */
  other: Cents;
}

/** Where the price goes. */
export interface NetSheet {
  commission: Cents;
  transferTax: Cents;
  title: Cents;
  taxes: Cents;
  concessions: Cents;
  other: Cents;
  /** The costs, without the payoff. */
  costs: Cents;
  payoff: Cents;
  /** What is left; below 0 where the seller brings money to the closing. */
  net: Cents;
}

/** What a seller takes home. */
export function netSheet(sale: Sale): NetSheet {
  const { title, concessions, other, payoff } = sale;
  const commission = percentOf(sale.price, sale.commission);
  const transferTax = iowaTransferTax(sale.price);
  const taxes = toCents((sale.taxYear * sale.taxMonths) / 12);
  const costs = commission + transferTax + title + taxes + concessions + other;
  const net = sale.price - costs - payoff;
  return { commission, transferTax, title, taxes, concessions, other, costs, payoff, net };
}

/** Headings of columns, in many languages, separated by commas, by the member of an item they stand over. */
export const COLUMN_LABELS: { readonly [member: string]: string } = {
  description: `
    description, desc, item, items, particulars, details, transaction, transaction details, narrative, product, goods,
    article, désignation, libellé, opération, bezeichnung, beschreibung, artikel, verwendungszweck, buchungstext, text, concepto,
    descripción, descrizione, causale, descrição, omschrijving, nazwa, opis, opis operacji, popis, butiran, keterangan
  `,
  name: 'name, nom, nombre, nome, bezeichnung, security, wertpapier, titre, valor, medication, medicine, drug',
  date: 'date, booking date, value date, posting date, trans date, datum, buchung, buchungstag, valuta, fecha, data, dato, tarikh',
  quantity:
    'quantity, qty, units, pcs, menge, anzahl, quantité, qté, cantidad, cant, quantità, quantidade, aantal, ilość, kuantiti, stück',
  unit: 'unit, uom, einheit, unité, unidad, unità, eenheid, jednostka, jm',
  unit_price: `
    unit price, price, rate, u/p, u price, s/price, price each, einzelpreis, preis, prix unitaire, prix, p.u., precio, precio unitario,
    prezzo, prezzo unitario, preço, prijs, stuksprijs, cena, cena jedn, harga
  `,
  price: 'price, kurs, cours, precio, prezzo, koers, cena',
  amount: `
    amount, total, line total, amt, net amount, betrag, gesamt, gesamtpreis, umsatz, montant, importe, importo, totale, valor, bedrag,
    totaal, kwota, wartość, jumlah, částka
  `,
  credit: `
    credit, credits, deposits, money in, paid in, haben, gutschrift, gutschriften, crédit, abono, abonos, accrediti, entrate, crédito,
    bij, uznania
  `,
  debit: `
    debit, debits, withdrawals, money out, paid out, payments, soll, lastschrift, belastung, débit, cargo, cargos, addebiti, uscite,
    débito, af, obciążenia
  `,
  balance: 'balance, running balance, saldo, kontostand, solde, zůstatek, baki',
  value: 'value, market value, kurswert, wert, valeur, valor, valore, waarde, wartość',
  isin: 'isin, wkn, security id',
  article_number:
    'article number, article no, item no, part no, sku, code, artikelnummer, art nr, référence, réf, referencia, codice, kod',
  percentage: 'percentage, share, anteil, part, participation, quota, udział',
  shares: 'shares, number of shares, aktien, parts, acciones, azioni, udziały',
  share: 'share, anteil, part, participation, quota, udział',
};

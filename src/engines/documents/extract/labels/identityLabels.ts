import type { Concept } from './concept.js';

/**
 * What identity and travel documents, licences and certificates state of a person. The words are general knowledge of printed
 * forms in these languages, without a list that they were taken from. Primary identifier is a term of ICAO Doc 9303.
 */
export const IDENTITY_CONCEPTS: { readonly [concept: string]: Concept } = {
  surname: {
    shape: 'person',
    names: 'surname, last name, family name, lastname, primary identifier',
    labels: `
      surname, last name, family name, nom, nom de famille, nachname, familienname, name/surname, apellidos,
      apellido, cognome, apelido, apelidos, achternaam, nazwisko, efternamn, etternavn, sukunimi, prijmeni,
      nume, uzvards, pavarde, perekonnanimi, soyadi, фамилия, επωνυμο
    `,
  },
  given_names: {
    shape: 'person',
    names: 'given names, given name, first name, first names, forename, forenames, firstname',
    labels: `
      given names, given name, first name, first names, forenames, forename, prenom, prenoms, vorname,
      vornamen, nombre, nombres, nome, nomes, voornamen, imie, imiona, fornamn, fornavn, etunimet, jmeno,
      prenume, vards, vardas, eesnimi, adi, имя, ονομα
    `,
  },
  full_name: {
    shape: 'person',
    names: 'full name, name, holder name, holder, name of holder, person name, cardholder name, fullname',
    labels: `
      full name, name, name of holder, holder, cardholder, nom et prenom, nom prenom, vor und nachname,
      nombre completo, nombre y apellidos, nome completo, cognome e nome, naam, nama, imie i nazwisko
    `,
  },
  used_name: {
    shape: 'person',
    names: 'used name, married name, alternate name, preferred name',
    labels: "nom d'usage, alternate name, nom d'epouse, nom d'epoux, married name, preferred name, ehename",
  },
  birth_date: {
    shape: 'date',
    names: 'birth date, date of birth, dob, birthdate, birthday, born',
    labels: `
      date of birth, birth date, dob, d.o.b, born on, born, date de naissance, ne le, nee le, geburtsdatum,
      geboren am, geburtstag, fecha de nacimiento, nacido el, data di nascita, nato il,
      luogo e data di nascita, place and date of birth, data de nascimento, geboortedatum, data urodzenia,
      fodelsedatum, fodselsdato, syntymaaika, datum narozeni, data nasterii, dogum tarihi, tarikh lahir,
      tanggal lahir, dzimsanas datums, gimimo data, sunniaeg, дата рождения, ημερομηνια γεννησης
    `,
  },
  birth_place: {
    shape: 'place',
    names: 'birth place, place of birth, birthplace, city of birth, town of birth',
    labels: `
      place of birth, birthplace, lieu de naissance, geburtsort, lugar de nacimiento, luogo di nascita,
      local de nascimento, naturalidade, geboorteplaats, miejsce urodzenia, fodelseort, fodested,
      syntymapaikka, misto narozeni, locul nasterii, loc nastere, dogum yeri, tempat lahir, место рождения
    `,
  },
  birth_country: {
    shape: 'country',
    names: 'birth country, country of birth',
    labels: 'country of birth, pays de naissance, geburtsland, pais de nacimiento, paese di nascita',
  },
  nationality: {
    shape: 'country',
    names: 'nationality, citizenship',
    labels: `
      nationality, citizenship, nationalite, staatsangehorigkeit, nacionalidad, cittadinanza, nacionalidade,
      nationaliteit, obywatelstwo, nationalitet, medborgarskap, kansalaisuus, statni obcanstvi, cetatenie,
      pilsoniba, pilietybe, kodakondsus, uyrugu, warganegara, kewarganegaraan, гражданство, υπηκοοτητα
    `,
  },
  sex: {
    shape: 'sex',
    names: 'sex, gender',
    labels: `
      sex, gender, sexe, geschlecht, sexo, sesso, geslacht, plec, kon, kjonn, sukupuoli, pohlavi, dzimums,
      lytis, sugu, cinsiyet, jantina, jenis kelamin, пол, φυλο
    `,
  },
  document_number: {
    shape: 'identifier',
    names: `
      document number, document no, passport number, passport no, id number, identity card number,
      card number, licence number, license number, visa number, permit number, number
    `,
    labels: `
      document number, document no, passport no, passport number, id number, id no, lic, card no,
      identity card no, licence no, license no, licence number, license number, dl no, dln, n du passeport,
      passeport no, no de la carte, passnummer, pass nr, ausweisnummer, fuhrerscheinnummer, pasaporte no,
      numero de documento, num soporte, dni num, passaporto n, carta n, numero documento, passaporte n,
      documentnummer, nr dowodu, seria i numer, seria, pas nr, cislo dokladu, no pasport, no kad pengenalan,
      nik
    `,
  },
  personal_number: {
    shape: 'identifier',
    names: `
      personal number, personal no, national id, national id number, national identification number,
      identity number
    `,
    labels: `
      personal number, personal no, national id, identity number, personnummer, pesel, cnp, rodne cislo,
      isikukood, asmens kodas, personas kods, codice fiscale, fiscal code, burgerservicenummer, bsn, nif,
      numero de identidad, dni, henkilotunnus, oib, jmbg, tc kimlik no
    `,
  },
  issue_date: {
    shape: 'date',
    names: 'issue date, date of issue, issued, issued on, valid from, issuing date',
    labels: `
      date of issue, issue date, issued on, issued, iss, date of issuance, valid from, date de delivrance,
      delivre le, delivree le, ausstellungsdatum, ausgestellt am, fecha de expedicion, fecha de emision,
      expedido el, data di rilascio, emissione, rilasciato il, data de emissao, datum van afgifte,
      afgiftedatum, data wydania, utfardad, utstedt, myonnetty, datum vydani, data emiterii,
      tarikh dikeluarkan, дата выдачи, resident since, ημερομηνια εκδοσης
    `,
  },
  expiry_date: {
    shape: 'date',
    names: `
      expiry date, date of expiry, expiration date, valid until, valid to, expires, expiry, valid thru,
      expires on, date of expiration, good thru
    `,
    labels: `
      date of expiry, expiry date, expiry, expiration date, date of expiration, expires, exp, valid until,
      valid to, valid thru, good thru, card expires, valid till, date d'expiration, valable jusqu'au,
      gultig bis, ablaufdatum, fecha de caducidad, fecha de vencimiento, valido hasta, validez,
      data di scadenza, scadenza, valida fino al, data de validade, valido ate, geldig tot, vervaldatum,
      data waznosci, termin waznosci, giltigt till, gyldig til, viimeinen voimassaolopaiva, platnost do,
      valabilitate, validity, deriga lidz, galioja iki, kehtiv kuni, gecerlilik tarihi, sah sehingga,
      berlaku hingga, срок действия, ημερομηνια ληξης
    `,
  },
  issuing_authority: {
    shape: 'text',
    names: 'issuing authority, authority, issued by, issuer, issuing office, place of issue',
    labels: `
      authority, issuing authority, issuing office, issued by, autorite, autorite de delivrance, par, delivre par, delivree par, behorde,
      ausstellende behorde, autoridad, expedido por, autorita, rilasciato da, autoridade, entidade emissora,
      autoriteit, organ wydajacy, utfardad av, myontaja, vydal, emisa de, place of issue, орган выдавший,
      εκδουσα αρχη
    `,
  },
  issuing_country: {
    shape: 'country',
    names: 'issuing country, country of issue, issuing state, country code, country',
    labels: `
      issuing country, country code, code of issuing state, country of issue, code du pays, pays emetteur,
      codigo del pais, codice paese, kod panstwa, landcode, code of state, country, pays, land, pais, paese
    `,
  },
  document_type: {
    shape: 'text',
    names: 'document type, type, document code',
    labels: 'type, tipo, typ, document type',
  },
  height: {
    shape: 'text',
    names: 'height',
    labels: 'height, hgt, taille, grosse, estatura, statura, altura, lengte, wzrost',
  },
  weight: {
    shape: 'text',
    names: 'weight',
    labels: 'weight, wgt, poids, gewicht, peso',
  },
  eye_color: {
    shape: 'text',
    names: 'eye color, eye colour, eyes, colour of eyes',
    labels: `
      eyes, eye color, eye colour, colour of eyes, color of eyes, couleur des yeux, augenfarbe,
      color de ojos
    `,
  },
  hair_color: {
    shape: 'text',
    names: 'hair color, hair colour, hair',
    labels: 'hair, hair color, hair colour, haarfarbe',
  },
  occupation: {
    shape: 'text',
    names: 'occupation, profession',
    labels: 'profession, occupation, beruf, profesion, professione, profissao, beroep, zawod, pekerjaan',
  },
  marital_status: {
    shape: 'text',
    names: 'marital status, civil status',
    labels: 'marital status, civil status, etat civil, familienstand, estado civil, stato civile, burgerlijke staat',
  },
  blood_group: {
    shape: 'text',
    names: 'blood group, blood type',
    labels: 'blood group, blood type, groupe sanguin, blutgruppe',
  },
  father_name: {
    shape: 'person',
    names: 'father name, fathers name, father',
    labels: "father's name, father, nom du pere, name des vaters, nombre del padre, nome do pai, imie ojca",
  },
  mother_name: {
    shape: 'person',
    names: 'mother name, mothers name, mother',
    labels: "mother's name, mother, nom de la mere, name der mutter, nombre de la madre, nome da mae, imie matki",
  },
  vehicle_categories: {
    shape: 'text',
    names: 'vehicle categories, categories, vehicle class, class, licence class',
    labels: 'class, categories, vehicle class, categories de vehicules, klassen, categorie',
  },
  restrictions: {
    shape: 'text',
    names: 'restrictions',
    labels: 'restrictions, restr, rest, conditions',
  },
  endorsements: {
    shape: 'text',
    names: 'endorsements',
    labels: 'endorsements, end',
  },
  document_discriminator: {
    shape: 'identifier',
    names: 'document discriminator',
    labels: 'dd, document discriminator',
  },
  mrz: {
    shape: 'mrz',
    names: 'mrz, mrz lines, machine readable zone',
    labels: '',
  },
  signature: {
    shape: 'text',
    names: 'signature',
    labels: "signature, holder's signature, signature of bearer, firma del titolare, unterschrift, firma, podpis",
  },
  ssn: {
    shape: 'ssn',
    names: 'ssn, social security number',
    labels: 'ssn, social security number, social security no',
  },
  aadhaar_number: {
    shape: 'aadhaar',
    names: 'aadhaar, aadhaar number, uid',
    labels: 'aadhaar no, your aadhaar no, aadhaar number',
  },
  pan_number: {
    shape: 'indian_pan',
    names: 'pan number, permanent account number',
    labels: 'permanent account number, pan no, permanent account number card',
  },
  vin: {
    shape: 'vin',
    names: 'vin, vehicle identification number, chassis number',
    labels: 'vin, vehicle identification number, chassis no, fin, fahrgestellnummer, numero di telaio',
  },
};

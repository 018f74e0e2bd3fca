import { type Dice, pick } from './random.ts';

const words = (text: string) => text.trim().split(/\s+/);

const FIRST = words(`
  Ana Maria José João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno
  Eduardo Felipe Rodrigo Manoel Mateus André Fernando Fábio Leonardo Gustavo Guilherme Leandro Tiago Anderson
  Ricardo Márcio Jorge Alexandre Roberto Edson Diego Vítor Sérgio Cláudio Francisca Antônia Adriana Juliana Márcia
  Fernanda Patrícia Aline Sandra Camila Amanda Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela Valéria
  Vitória Larissa Cláudia Beatriz Luana Rita Sônia Renata Eliane Josefa Simone Natália Cristiane Carla Débora Rosângela
  Conceição Inês Zoé Íris Otávio Caetano Raimundo Severino Benedito Iracema Jussara Ubirajara Tainá Moacir Cauã`);
const LAST = words(`
  Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes
  Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso
  Ramos Gonçalves Santana Teixeira Araújo Cavalcanti Moura Campos Batista Monteiro Guimarães Assunção Conceição
  Brandão Falcão Magalhães Sá Leão Bragança Queirós Valença Fonseca Peixoto Siqueira Drummond Vasconcelos Albuquerque
  Figueiredo Bittencourt Schneider Müller Kobayashi Nakamura Rossi Bianchi Haddad Saad Kowalski`);
const TRADES = [
  'Comércio de Alimentos',
  'Distribuidora de Bebidas',
  'Serviços de Informática',
  'Confecções',
  'Transportes e Logística',
  'Materiais de Construção',
  'Papelaria e Presentes',
  'Peças e Acessórios Automotivos',
  'Consultoria Empresarial',
  'Produtos Naturais e Cosméticos',
  'Indústria e Comércio de Móveis Planejados, Importação e Exportação',
];
const FORMS = ['LTDA', 'LTDA ME', 'EIRELI', 'S.A.', 'MEI', '& Cia. LTDA'];
const DOMAINS = [
  'exemplo.com.br',
  'correio.example',
  'caixa-postal.example',
  'mail.example',
  'exemplo.net.br',
];

export function personName(dice: Dice, customer: number): string {
  const roll = dice(20, customer);
  const extra = dice(21, customer);
  const parts = [pick(FIRST, roll)];
  if (extra % 4 === 0) parts.push(pick(FIRST, roll >>> 7));
  if (extra % 7 === 0) parts.push(extra % 2 === 0 ? 'da' : 'dos');
  parts.push(pick(LAST, roll >>> 14));
  if (extra % 3 !== 0) parts.push(pick(LAST, extra >>> 9));
  if (extra % 41 === 0)
    parts.push('de', pick(LAST, extra >>> 3), 'e', pick(LAST, extra >>> 5), 'Montenegro Cavalcanti');
  if (extra % 53 === 0) parts.push('Filho');
  return parts.join(' ');
}

export function companyName(dice: Dice, customer: number): string {
  const roll = dice(22, customer);
  const extra = dice(23, customer);
  const name = `${pick(LAST, roll)} ${pick(TRADES, roll >>> 10)} ${pick(FORMS, extra)}`;
  if (extra % 97 === 0) return `=${name}`;
  return extra % 9 === 0 ? `${pick(LAST, extra >>> 8)} & ${name}` : name;
}

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function emailOf(name: string, roll: number): string {
  const parts = plain(name)
    .split(/[^a-z]+/)
    .filter((part) => part.length > 2);
  return `${parts[0] ?? 'contato'}.${parts.at(-1) ?? 'cliente'}${roll % 100}@${pick(DOMAINS, roll >>> 8)}`;
}

export type Bank = { ispb: string; code: string; name: string };

export const BANKS: readonly Bank[] = [
  { ispb: '00000000', code: '001', name: 'BANCO DO BRASIL S.A.' },
  { ispb: '18236120', code: '260', name: 'NU PAGAMENTOS S.A. - INSTITUIÇÃO DE PAGAMENTO' },
  { ispb: '60701190', code: '341', name: 'ITAÚ UNIBANCO S.A.' },
  { ispb: '60746948', code: '237', name: 'BANCO BRADESCO S.A.' },
  { ispb: '00360305', code: '104', name: 'CAIXA ECONÔMICA FEDERAL' },
  { ispb: '90400888', code: '033', name: 'BANCO SANTANDER (BRASIL) S.A.' },
  { ispb: '00416968', code: '077', name: 'BANCO INTER S.A.' },
  { ispb: '10573521', code: '323', name: 'MERCADO PAGO INSTITUIÇÃO DE PAGAMENTO LTDA.' },
  { ispb: '31872495', code: '336', name: 'BANCO C6 S.A.' },
  { ispb: '22896431', code: '380', name: 'PICPAY INSTITUIÇÃO DE PAGAMENTO S.A.' },
  { ispb: '02038232', code: '756', name: 'BANCO COOPERATIVO SICOOB S.A.' },
  { ispb: '01181521', code: '748', name: 'BANCO COOPERATIVO SICREDI S.A.' },
];

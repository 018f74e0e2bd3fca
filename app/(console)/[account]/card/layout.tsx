import { withWords } from '../../../page-words.tsx';

export default withWords('card', 'card-status', 'payments', 'operations', 'list', 'views', 'transactions');
